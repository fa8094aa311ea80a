/**
 * The version of the rules. Raise it with a change that makes any command decide differently than before: a replay
 * decides again only what the same version decided. 1 is that of journals from before the number was recorded.
 */
export const rulesVersion = 3

/** The version of a journal that does not state one. */
export const firstRulesVersion = 1
