import { route } from '../route.ts'

/** A POST, because the journal has who looked, and why, before anything is shown. */
export const viewSurveillance = route({
  name: 'viewSurveillance',
  method: 'POST',
  path: '/operations/surveillance',
  for: 'compliance',
  isBulk: true,
})
