import { route } from './route.ts'

export const deskAdverts = route({
  name: 'deskAdverts',
  method: 'GET',
  path: '/desk/adverts',
  for: 'deskHead',
})

export const deskLimits = route({
  name: 'deskLimits',
  method: 'GET',
  path: '/desk/limits',
  for: 'deskHead',
})

export const deskOpenInterest = route({
  name: 'deskOpenInterest',
  method: 'GET',
  path: '/desk/open-interest',
  for: 'deskHead',
})

export const pauseDeskAdverts = route({
  name: 'pauseDeskAdverts',
  method: 'POST',
  path: '/desk/pause-all',
  for: 'deskHead',
})

export const resumeDeskAdverts = route({
  name: 'resumeDeskAdverts',
  method: 'POST',
  path: '/desk/resume-all',
  for: 'deskHead',
})

export const cancelDeskAdverts = route({
  name: 'cancelDeskAdverts',
  method: 'POST',
  path: '/desk/cancel-all',
  for: 'deskHead',
})
