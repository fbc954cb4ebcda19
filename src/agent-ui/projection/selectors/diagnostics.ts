import type { DiagnosticsView } from '../view-models.js';
import { sameView } from './cached.js';
import type { SelectorContext } from './selector-context.js';

/** `session.view('diagnostics')` (§3.21). */
export class DiagnosticsViews {
  #view: DiagnosticsView | undefined;

  get({ state }: SelectorContext): DiagnosticsView {
    this.#view = sameView(this.#view, {
      diagnostics: [...state.diagnostics.values()].map(({ diagnosticId, level, code, message, count }) => ({
        id: diagnosticId,
        level,
        code,
        message,
        count,
      })),
    });
    return this.#view;
  }
}
