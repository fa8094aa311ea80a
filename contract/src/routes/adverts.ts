import { route } from './route.ts'

export const advertList = route({
  name: 'advertList',
  method: 'GET',
  path: '/advert/advert-list',
  for: 'trader',
})

export const createAdvert = route({
  name: 'createAdvert',
  method: 'POST',
  path: '/advert/create-advert',
  for: 'trader',
})

export const submitAdvert = route({
  name: 'submitAdvert',
  method: 'POST',
  path: '/advert/submit-advert',
  for: 'trader',
})

export const modifyAdvert = route({
  name: 'modifyAdvert',
  method: 'POST',
  path: '/advert/modify-advert',
  for: 'trader',
})

export const pauseAdvert = route({
  name: 'pauseAdvert',
  method: 'GET',
  path: '/advert/pause-advert/:id',
  for: 'trader',
  changes: true,
})

export const resumeAdvert = route({
  name: 'resumeAdvert',
  method: 'GET',
  path: '/advert/resume-advert/:id',
  for: 'trader',
  changes: true,
})

export const createResidualAdvertisement = route({
  name: 'createResidualAdvertisement',
  method: 'GET',
  path: '/advert/create-residual-advertisement/:advertId',
  for: 'trader',
  changes: true,
})

export const cancelAdvert = route({
  name: 'cancelAdvert',
  method: 'GET',
  path: '/advert/cancel-advert/:id',
  for: 'trader',
  changes: true,
})

export const pauseAllAdverts = route({
  name: 'pauseAllAdverts',
  method: 'POST',
  path: '/advert/pause-all',
  for: 'trader',
})

export const resumeAllAdverts = route({
  name: 'resumeAllAdverts',
  method: 'POST',
  path: '/advert/resume-all',
  for: 'trader',
})

export const cancelAllAdverts = route({
  name: 'cancelAllAdverts',
  method: 'POST',
  path: '/advert/cancel-all',
  for: 'trader',
})

export const whyNotMatching = route({
  name: 'whyNotMatching',
  method: 'GET',
  path: '/advert/why-not-matching/:id',
  for: 'trader',
})
