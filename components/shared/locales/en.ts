import { enArtifacts } from './en-artifacts.js';
import { enChat } from './en-chat.js';
import { enConfirm } from './en-confirm.js';
import { enDiagnostics } from './en-diagnostics.js';
import { enForm } from './en-form.js';
import { enInspector } from './en-inspector.js';
import { enTeam } from './en-team.js';
import { enTurn } from './en-turn.js';
import { enWork } from './en-work.js';

/** English, whole: what a translation has words for. Elements have theirs by themselves. */
export const en = {
  ...enArtifacts,
  ...enChat,
  ...enConfirm,
  ...enDiagnostics,
  ...enForm,
  ...enInspector,
  ...enTeam,
  ...enTurn,
  ...enWork,
};
