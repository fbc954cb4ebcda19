import { asked, finished, recorded, result, says, stage, thinks, tool } from './recorded.js';

const FINAL = { first: 'The build fails because ', second: 'a file is missing: src/index.css.' };

export default recorded({
  id: 'ordered-parts',
  title: 'Parts in the order in which they happened',
  about: 'Thoughts, tools and text interleave; the final text is reconciled with what was streamed, once.',
  topology: 'solo_run',
  steps: [
    { type: 'session.opened', payload: { title: 'Why does the build fail?' } },
    asked('Why does the build fail?'),
    stage('streaming', 'Looking'),
    thinks('The log will say which step broke.', 'r-1'),
    tool('tc-1', 'read_log', 'Read the log', { path: 'build.log' }),
    { type: 'tool.progress', toolCallId: 'tc-1', payload: { percent: 50 } },
    says(FINAL.first),
    { type: 'reasoning.summary', partId: 'r-2', payload: { summary: 'Found the cause', complete: true } },
    result('tc-1', 'error: src/index.css not found (3 times)'),
    says('a file is missng: src/index.', { partId: 't-2' }),
    tool('tc-2', 'list_files', 'List the files', { path: 'src' }),
    result('tc-2', 'index.html\nindex.ts'),
    { type: 'text.final', messageId: 'm-1', payload: { text: `${FINAL.first}${FINAL.second}` } },
    // It comes twice, as after a reconnection: nothing is said twice.
    { type: 'text.final', messageId: 'm-1', payload: { text: `${FINAL.first}${FINAL.second}` } },
    finished(),
  ],
});
