import { route } from './route.ts'

export const notifications = route({
  name: 'notifications',
  method: 'GET',
  path: '/notifications',
  for: 'member',
})
