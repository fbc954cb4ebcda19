export type Priority = 'low' | 'medium' | 'high';

/** An item of the to-do list, as the observation `todo_list` gives it. */
export interface Todo {
  id: string;
  title: string;
  completed: boolean;
  priority: Priority;
  /** `YYYY-MM-DD` */
  dueDate?: string | null;
  createdAt?: string;
}

/** What an agent can see of the page: the three observations. A missing one was not observed. */
export interface TodoPage {
  /** Visible items, after filters. */
  todo_list?: readonly Todo[];
  active_filter?: { status?: string; priority?: string };
  stats?: { total?: number; active?: number; completed?: number; overdue?: number };
}
