import { route } from './route.ts'

export const getEquities = route({
  name: 'getEquities',
  method: 'GET',
  path: '/equity/get-equities',
  for: 'trader',
})

export const userBrokersList = route({
  name: 'userBrokersList',
  method: 'GET',
  path: '/broker/user-brokers-list',
  for: 'trader',
})

export const getPlatformHours = route({
  name: 'getPlatformHours',
  method: 'GET',
  path: '/status/get-platform-hours/:securityId',
  for: 'trader',
})

export const getQuote = route({
  name: 'getQuote',
  method: 'GET',
  path: '/status/get-quote/:securityId',
  for: 'trader',
})

export const getBars = route({
  name: 'getBars',
  method: 'GET',
  path: '/status/get-bars/:securityId/:day',
  for: 'trader',
})

export const getPastBars = route({
  name: 'getPastBars',
  method: 'GET',
  path: '/status/get-past-bars/:securityId/:day',
  for: 'trader',
})

export const webVersion = route({
  name: 'webVersion',
  method: 'GET',
  path: '/version/web',
  for: 'anyone',
})
