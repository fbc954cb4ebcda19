import type { EngineName } from './engines.js';

/** A test that an engine cannot pass, and why. It is run all the same: when it passes it must leave this list. */
export interface EngineDifference {
  readonly engine: EngineName;
  /** The file under `test/`, without its ending. */
  readonly file: string;
  /** The test's title with its suites, as the runner says it, or nothing for every test of the file. */
  readonly title?: string;
  /** Words of the failure: another failure of the same test is not excused. */
  readonly error: string;
  readonly reason: string;
}

/** One reason, and all the tests that it stops. */
interface Cause {
  readonly engines: readonly EngineName[];
  readonly error: string;
  readonly reason: string;
  /** By file: titles after `suite`, or every test. */
  readonly tests: Readonly<
    Record<string, 'all' | { readonly suite: string; readonly titles: readonly string[] }>
  >;
}

const CAUSES: readonly Cause[] = [
  {
    engines: ['Firefox', 'WebKit'],
    error: 'gc',
    reason: 'Nothing lets a page, or its driver, have elements collected.',
    tests: {
      'browser/element-leak.test': 'all',
      'browser/signal-leak.test': {
        suite: 'elements that watch signals',
        titles: [
          'known-failure 47 a removed element is collected although its signal lives',
          'toolchain §10 SignalWatcher of @lit-labs/signals still leaks; when this fails, use it and delete ours',
        ],
      },
      'browser/surface-life-leak.test': 'all',
      'components/oui-observation/observed-script.test': {
        suite: '<oui-observation> of a script',
        titles: ['known-failure 47 observations of a signal that outlives them are collected'],
      },
      'components/oui-surface/life.test': {
        suite: 'the life of whole surfaces',
        titles: [
          'known-failure 47 200 surfaces that used a form and an output of the page are all collected',
        ],
      },
    },
  },
  {
    engines: ['Firefox', 'WebKit'],
    error: '',
    reason: 'There is no WebMCP (`document.modelContext`) yet.',
    tests: { 'browser/webmcp.test': 'all' },
  },
  {
    engines: ['Firefox', 'WebKit'],
    error: 'document.modelContext',
    reason: 'There is no WebMCP (`document.modelContext`) yet.',
    tests: {
      'components/oui-transport/webmcp.test': {
        suite: '<oui-transport type="webmcp">',
        titles: [
          'neighbours §2 offers the page to the browser while it is in the document',
          "neighbours §2.7, OUI-E2 the page asks, also where the markup says that the agent's end should",
          'neighbours §2.7 nobody is asked by a page in the background: the answer is no',
          'neighbours §2.2, §2.15, §5.21 attributes say how long names are, who may see them, and what is for developers',
          'neighbours §2.15, §3.2 a page of another origin works this one where both sides say so',
          'neighbours §1.8 the form that is a tool by itself is offered once; as an ordinary form it is offered by OUI',
          "neighbours §3 adopt makes the page's own tools surfaces of the bus, until they or the element go",
        ],
      },
    },
  },
  {
    engines: ['Firefox', 'WebKit'],
    error: 'emulate-media',
    reason: 'Its driver cannot pretend that a person wants no motion.',
    tests: {
      'components/agent-conversation/looks.test': {
        suite: '<agent-conversation>: for everybody',
        titles: ['known-failure E nothing moves for who wants no motion'],
      },
    },
  },
  {
    engines: ['Firefox'],
    error: 'deeply equal',
    reason: 'There are no `month` and `week` fields: they are fields for text there, and described as such.',
    tests: {
      'components/oui-action/control-table.test': {
        suite: 'forms 1.2: control to schema and back',
        titles: ['forms 1.2 month, week: a pattern'],
      },
    },
  },
  {
    engines: ['WebKit'],
    error: 'moveBefore',
    reason: 'There is no `moveBefore()` yet.',
    tests: {
      'browser/surface-life.test': {
        suite: 'the life of surfaces in the DOM',
        titles: [
          '§8.2 append() and moveBefore() of a surface, of what is around it and of its parts change nothing',
          'OUI-S2 a part that moveBefore() takes to another surface is offered there and nowhere else',
        ],
      },
      'components/oui-surface/oui-surface.test': {
        suite: '<oui-surface>',
        titles: ['OUI-S3 append() and moveBefore() elsewhere change nothing on the wire (§8 no. 2)'],
      },
      'components/oui-transport/oui-transport.test': {
        suite: '<oui-transport>',
        titles: ['OUI-T1 a move keeps the connection; removal ends it; coming back opens a new one'],
      },
    },
  },
  {
    engines: ['WebKit'],
    error: "Can't find variable: navigation",
    reason: 'There is no Navigation API yet, by which these tests keep their page from being left.',
    tests: {
      'components/oui-action/element-action.test': {
        suite: 'actions from elements',
        titles: [
          'elements link: one that leaves answers before, one within the page or taken by a router does not',
          'elements submit button: pressed as it is, through validation without a bubble, and answers as a form does',
        ],
      },
      'components/oui-action/form-submit.test': {
        suite: 'forms 1.3: filling, submitting, returning',
        titles: [
          'forms 1.3.6 a submit that leaves the page answers before: navigated, with the address and no secret',
          'forms 1.3.6 post, formaction and formmethod of the button count',
        ],
      },
    },
  },
  {
    engines: ['WebKit'],
    error: 'to be at most 390',
    reason:
      'The window of MiniBrowser, the browser that it is tested in, is never narrower than some 450 pixels.',
    tests: {
      'components/agent-work-board/agent-work-board.test': {
        suite: '<agent-work-board>',
        titles: ['in a narrow place one column is seen at a time, and another is one press away'],
      },
    },
  },
  {
    engines: ['WebKit'],
    error: 'Timeout',
    reason:
      'There is no Navigation API, so the test before it shows the same; going back in a second frame of a page leads nowhere.',
    tests: {
      'components/shared/document-bus.test': {
        suite: 'documentBus',
        titles: ['OUI-S3 the path is followed where there is no Navigation API too'],
      },
    },
  },
];

export const ENGINE_DIFFERENCES: readonly EngineDifference[] = CAUSES.flatMap(
  ({ engines, error, reason, tests }) =>
    engines.flatMap((engine) =>
      Object.entries(tests).flatMap(([file, which]): EngineDifference[] => {
        const entry = { engine, file, error, reason };
        if (which === 'all') return [entry];
        return which.titles.map((title) => ({ ...entry, title: `${which.suite} > ${title}` }));
      }),
    ),
);
