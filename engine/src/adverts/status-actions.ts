import type { AdvertStatus } from '../model/advert.ts'

/**
 * The statuses to which one event may lead from each status (docs/rules.md §2). The simulation checks every
 * step against this table.
 */
export const statusTransitions: Readonly<Record<AdvertStatus, readonly AdvertStatus[]>> = {
  UNSENT: ['SENT', 'LIVE'],
  SENT: ['LIVE', 'PAUSED', 'DEAD'],
  // Back to SENT when its owner arms an advertising trigger that has not fired yet, or when the price is beyond its
  // limit (docs/rules.md §11, §25).
  LIVE: ['ACCEPT/DECLINE?', 'SENT', 'PAUSED', 'DEAD'],
  PAUSED: ['SENT', 'LIVE', 'DEAD'],
  'ACCEPT/DECLINE?': ['LOCATED', 'PAUSED', 'LIVE'],
  LOCATED: ['COMPLETED', 'PAUSED', 'LIVE'],
  COMPLETED: [],
  DEAD: [],
}

/**
 * The statuses in which a trader may take each action (docs/rules.md §2, docs/specification.md §4). The
 * engine refuses commands and the client disables buttons by this one table.
 */
const allowed = {
  submit: ['UNSENT', 'DEAD'],
  modify: ['SENT', 'LIVE', 'PAUSED'],
  pause: ['SENT', 'LIVE'],
  resume: ['PAUSED'],
  cancel: ['SENT', 'LIVE', 'PAUSED'],
} as const satisfies Record<string, readonly AdvertStatus[]>

export type AdvertAction = keyof typeof allowed
export const advertActions = Object.keys(allowed) as readonly AdvertAction[]

export const advertCan = (
  action: AdvertAction,
  advert: { readonly advertisementStatus: AdvertStatus },
): boolean => (allowed[action] as readonly AdvertStatus[]).includes(advert.advertisementStatus)
