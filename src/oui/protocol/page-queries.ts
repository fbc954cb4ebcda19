import type { ActionManifest } from './manifest.js';

/** The reserved surface of every page that answers `describe` and `read` (OUI-E6). */
export const OUI_SURFACE_ID = 'oui';

/**
 * An agent gives up a request of its own: `{surfaceId, requestId}`. The one final result comes all the same. An addition
 * of this package; a page that does not know it goes on (OUI-T3).
 */
export const CANCEL_MESSAGE = 'x-oui-cancel';

/** Params of `oui.describe`: of one surface all actions or those named, or actions of several surfaces. */
export type DescribeParams =
  | { surfaceId: string; actionIds?: readonly string[] }
  | {
      /** `surface.action`, or the two apart. */
      actions: readonly (string | { surfaceId: string; actionId: string })[];
    };

/** `data` of `oui.describe`. */
export interface DescribeAnswer {
  /** The one that was asked for. */
  surfaceId?: string;
  actions: readonly (ActionManifest & { surfaceId?: string; definitionHash?: string })[];
  /** Named, and not offered now. */
  missing?: readonly { surfaceId: string; actionId: string }[];
}

/** Params of `oui.read`. */
export interface ReadParams {
  surfaceId: string;
  observationId: string;
  /** RFC 6901, into the value. Default: the whole. */
  pointer?: string;
  /** From 1. Default 1. */
  page?: number;
  /** Items of a list, members of an object, UTF-16 units of a text. Default 100, of a text 10 000. */
  pageSize?: number;
}

/** `data` of `oui.read`: the value, or one page of it. The pages, put together, are the whole. */
export interface ReadAnswer {
  value: unknown;
  /** Which page this is, from 1, and how many there are; absent when it is the whole. */
  page?: number;
  pages?: number;
  /** Of a list its items, of an object its members, of a text its UTF-16 units, in all. */
  total?: number;
}
