import { route } from '../route.ts'

export const operationsOutbox = route({
  name: 'operationsOutbox',
  method: 'GET',
  path: '/operations/outbox',
  for: 'console',
})

/** A POST, because the audit trail records who looked: a link or a page that loads shows no rating. */
export const showRating = route({
  name: 'showRating',
  method: 'POST',
  path: '/operations/rating',
  for: 'compliance',
})
