/**
 * The version of the rules. Raise it with a change that makes any command decide differently than before: a replay
 * decides again only what the same version decided.
 */
export const rulesVersion = 1
