import type { OuiSnapshot, WholeSnapshot } from '../protocol/messages.js';
import { fitSnapshot } from './fit.js';
import { indexOf } from './index-form.js';
import { jsonBytes } from './json-bytes.js';

/**
 * A snapshot to send: in the wanted form (OUI-E5), within its budget (OUI-E7). Surfaces that would not fit even
 * without any observation are told as an index, and `fit` says so.
 */
export function portableSnapshot(
  whole: WholeSnapshot,
  form: 'whole' | 'index',
  budgetBytes: number,
): OuiSnapshot {
  const { surfaces, ...rest } = whole;
  const inIndexForm = { index: surfaces.map(indexOf), ...rest };
  if (form === 'index') return fitSnapshot(inIndexForm, budgetBytes);
  const bytes = jsonBytes({ ...whole, observations: {} });
  if (bytes <= budgetBytes) return fitSnapshot(whole, budgetBytes);
  const path = '/surfaces';
  return fitSnapshot(inIndexForm, budgetBytes, [
    { path, kind: 'value', originalSize: jsonBytes(surfaces), keptSize: 0 },
  ]);
}
