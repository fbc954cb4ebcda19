/** What people call an action: its title, else its id as words. */
export function actionTitle(title: string | undefined, actionId: string): string {
  if (title) return title;
  const words = actionId.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
