import { route } from './route.ts'

export const getTraderDefaults = route({
  name: 'getTraderDefaults',
  method: 'GET',
  path: '/user-defaults/get-trader-defaults',
  for: 'trader',
})

export const setTraderDefaults = route({
  name: 'setTraderDefaults',
  method: 'POST',
  path: '/user-defaults/set-trader-defaults',
  for: 'trader',
})

export const setAdvertPrefDefaults = route({
  name: 'setAdvertPrefDefaults',
  method: 'POST',
  path: '/user-defaults/set-advert-pref-defaults',
  for: 'trader',
})

export const setBrokerDefaults = route({
  name: 'setBrokerDefaults',
  method: 'POST',
  path: '/user-defaults/set-broker-defaults',
  for: 'trader',
})

export const getSavedConditions = route({
  name: 'getSavedConditions',
  method: 'GET',
  path: '/user-defaults/get-saved-conditions',
  for: 'trader',
})

export const saveConditions = route({
  name: 'saveConditions',
  method: 'POST',
  path: '/user-defaults/save-conditions',
  for: 'trader',
})

export const deleteConditions = route({
  name: 'deleteConditions',
  method: 'POST',
  path: '/user-defaults/delete-conditions',
  for: 'trader',
})

export const getWatchlist = route({
  name: 'getWatchlist',
  method: 'GET',
  path: '/user-defaults/get-watchlist',
  for: 'trader',
})

export const setWatchlist = route({
  name: 'setWatchlist',
  method: 'POST',
  path: '/user-defaults/set-watchlist',
  for: 'trader',
})
