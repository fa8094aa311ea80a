/**
 * The version of the rules. Raise it with a change that makes any command decide differently than before: a replay
 * decides again only what the same version decided.
 */
export const rulesVersion = 1

/**
 * The version of the first release. What states a lower one, or none, is decided again by a replay: nobody who rewrites
 * a journal can exempt entries by it.
 */
export const firstRulesVersion = 1

/**
 * A later version wrote the journal from here on, with events, or with fields of events, that this one does not know.
 * Its state would be another one.
 */
export class LaterVersion extends Error {
  constructor(what: string) {
    super(`The journal has ${what}: a later version wrote it.`)
    this.name = 'LaterVersion'
  }
}

/**
 * A journal states a lower version of the rules than before. No server does that. Somebody who rewrites a journal
 * could, because a replay does not decide again what another version decided.
 */
export class FallenVersion extends Error {
  constructor(stated: number, before: number) {
    super(`the version of the rules falls from ${before} to ${stated}`)
    this.name = 'FallenVersion'
  }
}

/**
 * Checks a stated version of the rules against the one before it. Throws LaterVersion if a later version decided, and
 * FallenVersion if an earlier one did.
 */
export function checkRulesVersion(stated: number, before = 0): void {
  if (stated > rulesVersion)
    throw new LaterVersion(`decisions by version ${stated} of the rules, and this is version ${rulesVersion}`)
  if (!(stated >= before)) throw new FallenVersion(stated, before)
}
