/** Stories of `<agent-artifact-workspace>`: plain Agent UI events, as any runtime would send them. */

const BASE = { sessionId: 'gallery', threadId: 'thread', runId: 'run-1', turnId: 'turn-1' };

/** Numbers events, and gives them the context that they share. */
function story(...events) {
  return events.flat(2).map((event, index) => ({ ...BASE, sequence: index + 1, ...event }));
}

const created = (artifactId, artifactKind, title, preview, more = {}, payload = {}) => [
  {
    type: 'artifact.created',
    artifactId,
    artifactKind,
    artifactStatus: 'ready',
    artifactVersionId: 'v1',
    payload: { title, ...payload },
    ...more,
  },
  ...(preview === undefined
    ? []
    : [{ type: 'artifact.preview.ready', artifactId, artifactPreview: preview }]),
];
const version = (artifactId, artifactVersionId, readRef, more = {}) => ({
  type: 'artifact.version.created',
  artifactId,
  artifactVersionId,
  artifactStatus: 'ready',
  timestamp: '2026-11-30T12:00:00Z',
  sourceRefs: ['turn:turn-1'],
  payload: { readRef },
  ...more,
});

const PLAN = `# Release plan

Version **4.2** goes out on *Thursday*. Three things are left.

1. Freeze the branch.
2. Run the long tests on all browsers.
3. Write the notes, with [the list of changes](https://example.com/changes).

| step | who | state |
| --- | --- | --- |
| freeze | Ada | done |
| tests | Bo | running |

> Nobody deploys on a Friday.
`;
const CODE = `export function total(items: readonly Item[]): number {
  // Prices are in cents.
  return items.reduce((sum, { price, count }) => sum + price * count, 0);
}
`;
const DIFF = `--- a/price.ts
+++ b/price.ts
@@ -1,4 +1,4 @@
 export function total(items) {
-  return items.length;
+  return items.reduce((sum, item) => sum + item.price, 0);
 }
`;
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const normal = story(
  created('art-plan', 'report', 'Release plan', PLAN, {
    sourceRefs: ['tool:tc-1', 'https://example.com/roadmap'],
  }),
  created('art-code', 'code', 'total.ts', CODE, {}, { metadata: { language: 'typescript' } }),
  created(
    'art-table',
    'dataset',
    'Sales by month',
    [
      { month: 'June', orders: 412, revenue: 18_940.5 },
      { month: 'July', orders: 388, revenue: 17_210 },
      { month: 'August', orders: 451, revenue: 20_033.25 },
    ],
    {},
    { mimeType: 'application/json' },
  ),
  created('art-config', 'custom', 'Settings', {
    server: { host: 'localhost', ports: [80, 443] },
    debug: false,
  }),
  created(
    'art-shot',
    'browser_snapshot',
    'Checkout page',
    PIXEL,
    {},
    { metadata: { url: 'https://shop.example/checkout' } },
  ),
  created(
    'art-page',
    'canvas',
    'Landing page',
    '<h1>Hello</h1><p>From the agent.</p>',
    {},
    { mimeType: 'text/html' },
  ),
  created('art-diff', 'diff', 'Fix the total', DIFF, { artifactStatus: 'updating' }),
  version('art-plan', 'v2', 'blob://plan/2'),
  version('art-plan', 'v3', 'blob://plan/3', { payload: { readRef: 'blob://plan/3', preview: PLAN } }),
  {
    type: 'artifact.diff.ready',
    artifactId: 'art-plan',
    artifactDiffRef: 'diff://2..3',
    payload: { base: 'v2', head: 'v3' },
  },
  {
    type: 'evidence.changed',
    evidenceId: 'ev-1',
    artifactId: 'art-plan',
    payload: { kind: 'citation', status: 'ready' },
  },
  {
    type: 'artifact.export.started',
    artifactId: 'art-plan',
    artifactExportId: 'x-1',
    payload: { format: 'pdf' },
  },
  {
    type: 'artifact.export.completed',
    artifactId: 'art-plan',
    artifactExportId: 'x-1',
    payload: { exportRef: 'dl://x-1' },
  },
  {
    type: 'artifact.export.started',
    artifactId: 'art-plan',
    artifactExportId: 'x-2',
    payload: { format: 'docx', progress: 0.4 },
  },
);

const failing = story(
  created('art-ok', 'document', 'Notes', 'All is well.'),
  created('art-save', 'document', 'Budget', '# Budget', { sourceRefs: ['tool:tc-1'] }),
  {
    type: 'artifact.failed',
    artifactId: 'art-save',
    payload: { operation: 'save', error: 'conflict: somebody else saved' },
  },
  created('art-new', 'image', 'Diagram', undefined, { artifactStatus: 'creating' }),
  {
    type: 'artifact.failed',
    artifactId: 'art-new',
    payload: { operation: 'create', error: 'the model gave no image' },
  },
  created('art-export', 'report', 'Report', 'Short.'),
  {
    type: 'artifact.export.started',
    artifactId: 'art-export',
    artifactExportId: 'x-1',
    payload: { format: 'pdf' },
  },
  {
    type: 'artifact.failed',
    artifactId: 'art-export',
    artifactExportId: 'x-1',
    payload: { operation: 'export', error: 'the printer service is down', exportId: 'x-1' },
  },
  created('art-reviewed', 'code', 'deploy.sh', 'rm -rf build', {}, { metadata: { language: 'bash' } }),
  {
    type: 'review.completed',
    reviewId: 'rv-1',
    payload: { reviewer: 'ada', target: { kind: 'artifact', id: 'art-reviewed' }, verdict: 'passed' },
  },
  {
    type: 'review.completed',
    reviewId: 'rv-2',
    payload: {
      reviewer: 'bo',
      target: { kind: 'artifact', id: 'art-reviewed' },
      verdict: 'changes_requested',
    },
  },
  created('art-gone', 'document', 'Old draft', 'Gone.'),
  { type: 'artifact.deleted', artifactId: 'art-gone', artifactStatus: 'deleted' },
);

const missing = story(
  { type: 'artifact.created', artifactId: 'art-7', payload: { title: 'notes.md' } },
  { type: 'artifact.changed', artifactId: 'art-8', payload: { readRef: 'blob://8' } },
  {
    type: 'artifact.export.completed',
    artifactId: 'art-9',
    artifactKind: 'hologram',
    artifactStatus: 'shimmering',
    artifactExportId: 'x-1',
    payload: {},
  },
);

const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';
const hostile = story(
  created(HOSTILE, HOSTILE, HOSTILE, HOSTILE, { sourceRefs: ['javascript:alert(3)', HOSTILE, 'tool:<b>'] }),
  created('h-2', 'document', '[x](javascript:alert(4))', `${HOSTILE}\n\n![p](https://tracker.example/p.gif)`),
  created(
    'h-3',
    'canvas',
    'A page',
    `<script>parent.alert(5)</script><img src="https://tracker.example/q.gif">`,
    {},
    { mimeType: 'text/html' },
  ),
  created('h-4', 'image', 'A picture', 'https://tracker.example/r.png'),
  created('h-5', 'dataset', 'Rows', [{ [HOSTILE]: HOSTILE, __proto__x: 1 }]),
);

const huge = story(
  Array.from({ length: 2000 }, (_, i) =>
    created(`art-${i}`, 'document', `Document ${i}`, i % 50 ? undefined : `# ${i}`),
  ),
);

export default { normal, failing, missing, hostile, huge };
