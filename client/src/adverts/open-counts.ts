import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { type AdvertStatus, isInLocate, isOpen } from '@aitai/engine/model/advert.ts'

type WithStatus = { readonly advertisementStatus: AdvertStatus }

/** How many IOIs are open: live ones, which can be paused, paused ones, which can be resumed, and located ones. */
export function openCounts(adverts: readonly WithStatus[]) {
  const count = (holds: (advert: WithStatus) => boolean): number => adverts.filter(holds).length
  return {
    open: count(isOpen),
    live: count((advert) => advertCan('pause', advert)),
    paused: count((advert) => advertCan('resume', advert)),
    located: count(isInLocate),
  }
}
