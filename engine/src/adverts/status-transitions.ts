import type { AdvertStatus } from './advert.ts'

/**
 * Where a status may lead by one event (rules 2). The simulation holds every step of every day against this
 * table: whatever is not in it is a broken transition.
 */
export const statusTransitions: Readonly<Record<AdvertStatus, readonly AdvertStatus[]>> = {
  UNSENT: ['SENT'],
  SENT: ['LIVE', 'PAUSED', 'DEAD'],
  // Back to SENT when its owner arms an advertising trigger that has still to fire (rules 11).
  LIVE: ['ACCEPT/DECLINE?', 'SENT', 'PAUSED', 'DEAD'],
  PAUSED: ['SENT', 'LIVE', 'DEAD'],
  'ACCEPT/DECLINE?': ['LOCATED', 'PAUSED', 'LIVE'],
  LOCATED: ['COMPLETED', 'PAUSED', 'LIVE'],
  COMPLETED: [],
  DEAD: [],
}
