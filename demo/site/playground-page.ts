import type { SitePage } from './site-page.js';

/** The page around the playground's script. */
export function playgroundPage(): SitePage {
  return {
    path: 'playground/index.html',
    title: 'Playground',
    description: 'Write the markup of a page, see what an agent sees of it, and call its actions.',
    lang: 'en',
    section: 'try',
    kind: 'tool',
    styles: ['playground.css'],
    scripts: ['playground.js'],
    body: `<h1>Playground</h1>
<p class="lead">Write the markup of a page, and play the agent that works it.</p>
<p>Markup only: scripts, styles, pictures and handlers are left out. In the place of a page’s code stand three attributes: <code>data-adds-to</code> on a form writes what it gets into a list, <code>data-empties</code> on a button empties one, <code>data-counts</code> counts one. Nothing leaves this page.</p>
<div class="play">
<section class="play-source" aria-labelledby="h-source"><h2 id="h-source">Markup</h2>
<p class="bar"><label>Example <select id="example"></select></label> <button type="button" id="run" class="primary">Run</button></p>
<textarea id="source" spellcheck="false" wrap="off" aria-labelledby="h-source"></textarea>
</section>
<section class="play-page" aria-labelledby="h-page"><h2 id="h-page">The page</h2>
<div id="stage"></div>
<ul id="notes" role="log" aria-label="What the page did"></ul>
</section>
<section class="play-agent" aria-labelledby="h-agent"><h2 id="h-agent">The agent</h2>
<form id="call">
<label>Tool <select id="tool"></select></label>
<label>Arguments, as JSON <textarea id="arguments" spellcheck="false" rows="5"></textarea></label>
<button class="primary">Call</button>
</form>
<h3 id="h-result">What it is answered</h3><pre id="result" tabindex="0" role="status" aria-labelledby="h-result"></pre>
<h3 id="h-observations">What it sees</h3><pre id="observations" tabindex="0" role="group" aria-labelledby="h-observations"></pre>
<details><summary>The tools that it is offered</summary><pre id="tools" tabindex="0" role="group" aria-label="Tools"></pre></details>
</section>
</div>
<h2>What people can see of it</h2>
<p>The same by <code>&lt;oui-inspector&gt;</code>, which any page may show: surfaces, faults, clients, every call, and a form for each action.</p>
<oui-inspector></oui-inspector>`,
  };
}
