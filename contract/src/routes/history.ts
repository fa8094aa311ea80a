import { route } from './route.ts'

export const advertEvents = route({
  name: 'advertEvents',
  method: 'GET',
  path: '/advert/advert-events/:id',
  for: 'trader',
})

export const pastDays = route({
  name: 'pastDays',
  method: 'GET',
  path: '/advert/past-days',
  for: 'trader',
})

export const pastDay = route({
  name: 'pastDay',
  method: 'GET',
  path: '/advert/past-day/:day',
  for: 'trader',
})
