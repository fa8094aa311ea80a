import { operatorFileBytes, route } from '../route.ts'

/** A file in base64, with the options of its import. */
const bodyBytes = Math.ceil(operatorFileBytes / 3) * 4 + 8 * 1_024

export const operationsEquities = route({
  name: 'operationsEquities',
  method: 'GET',
  path: '/operations/reference/equities',
  for: 'console',
})

export const importEquities = route({
  name: 'importEquities',
  method: 'POST',
  path: '/operations/reference/equities/import',
  for: 'operations',
  bodyBytes,
  isBulk: true,
})

export const operationsHolidays = route({
  name: 'operationsHolidays',
  method: 'GET',
  path: '/operations/reference/holidays',
  for: 'console',
})

export const importHolidays = route({
  name: 'importHolidays',
  method: 'POST',
  path: '/operations/reference/holidays/import',
  for: 'operations',
  bodyBytes,
  isBulk: true,
})

export const operationsHours = route({
  name: 'operationsHours',
  method: 'GET',
  path: '/operations/reference/hours',
  for: 'console',
})

export const setTradingHours = route({
  name: 'setTradingHours',
  method: 'POST',
  path: '/operations/reference/hours/set',
  for: 'operations',
})

export const operationsVenue = route({
  name: 'operationsVenue',
  method: 'GET',
  path: '/operations/reference/venue',
  for: 'console',
})

export const setVenueSettings = route({
  name: 'setVenueSettings',
  method: 'POST',
  path: '/operations/reference/venue/set',
  for: 'operations',
})

export const cancelVenueChange = route({
  name: 'cancelVenueChange',
  method: 'POST',
  path: '/operations/reference/venue/cancel',
  for: 'operations',
})
