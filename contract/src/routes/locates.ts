import { route } from './route.ts'

export const listLocateNotifications = route({
  name: 'listLocateNotifications',
  method: 'GET',
  path: '/locate-notification/list-locate-notifications',
  for: 'trader',
})

export const connectAcceptance = route({
  name: 'connectAcceptance',
  method: 'POST',
  path: '/locate-notification/connect-acceptance',
  for: 'trader',
})

export const connectRejection = route({
  name: 'connectRejection',
  method: 'POST',
  path: '/locate-notification/connect-rejection',
  for: 'trader',
})
