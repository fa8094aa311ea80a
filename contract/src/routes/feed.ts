import { route } from './route.ts'

export const ingestQuotes = route({
  name: 'ingestQuotes',
  method: 'POST',
  path: '/feed/quotes',
  for: 'feed',
  bodyBytes: 2 * 1_024 * 1_024,
})
