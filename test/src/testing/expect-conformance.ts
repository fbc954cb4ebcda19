import { expect } from 'chai';
import { runConformance, SCENARIOS, type OpenPeer, type Scenario } from 'oui-elements/testing';

/** Runs the whole suite for one side, and fails with every fault at once. */
export async function expectConformance(
  side: Scenario['side'],
  open: () => OpenPeer | Promise<OpenPeer>,
): Promise<void> {
  const report = await runConformance(open, { side, concurrency: 6 });
  const faults = report.scenarios.filter(({ passed }) => !passed).map(({ id, fault }) => `${id}: ${fault}`);
  expect(faults).to.deep.equal([]);
  expect(report.passed).to.equal(SCENARIOS.filter((scenario) => scenario.side === side).length);
}
