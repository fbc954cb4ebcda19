import { html, type TemplateResult } from 'lit';
import type { StringKey, Wording } from './localize.js';

/** The eight ways of working together (agent-ui section 1.6), each with a drawing that shows who does what: 24 x 16. */
const TOPOLOGIES: Readonly<Record<string, readonly [StringKey, string]>> = {
  solo_run: ['topology.solo', 'M15 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z'],
  coordinator_team: [
    'topology.coordinator',
    'M14 3.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM12 5.5v2.5M4 11V9.5A1.5 1.5 0 0 1 5.5 8h13A1.5 1.5 0 0 1 20 9.5V11M12 8v3' +
      'M5.5 12.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM13.5 12.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM21.5 12.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
  ],
  parallel_workers: [
    'topology.parallel',
    'M2 8h3M5 3v10M5 3h10M5 8h10M5 13h10M20 3a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM20 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM20 13a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
  ],
  specialist_handoff: [
    'topology.handoff',
    'M7 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM22 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM9 8h5.5M12.5 5.5 15 8l-2.5 2.5',
  ],
  review_team: ['topology.review', 'M3 8s3.5-5 9-5 9 5 9 5-3.5 5-9 5-9-5-9-5ZM9.5 8l2 2 3-4'],
  human_agent_board: ['topology.board', 'M3 2.5h5v11H3ZM9.5 2.5h5v7h-5ZM16 2.5h5v9h-5Z'],
  background_teammate: ['topology.background', 'M18 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM12 4.5V8l2.5 1.5'],
  remote_teammate: [
    'topology.remote',
    'M6.5 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM8 8h1M11 8h1M22 8a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM13 8h9M17.5 3.5c2.5 2.800 2.5 6.200 0 9',
  ],
};

/** How a team works together, with its drawing; a word that the standard has not is shown as it is. */
export function topologyMark(topology: string | undefined, { t }: Wording): TemplateResult {
  if (topology === undefined)
    return html`<span class="topology meta" data-fallback="unknown">${t('topology.unknown')}</span>`;
  const [word, path] = (Object.hasOwn(TOPOLOGIES, topology) && TOPOLOGIES[topology]) || [];
  return html`<span class="topology" data-topology=${topology}>
    ${
      path
        ? html`<svg class="topology-drawing" viewBox="0 0 24 16" aria-hidden="true"><path d=${path} /></svg>`
        : ''
    }
    <span dir="auto">${word ? t(word) : topology}</span>
  </span>`;
}
