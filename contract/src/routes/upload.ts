import { fileBytes, largestBodyBytes, route } from './route.ts'

export const bulkUploadAdverts = route({
  name: 'bulkUploadAdverts',
  method: 'POST',
  path: '/advert/bulk-upload-adverts',
  for: 'trader',
  takesFile: true,
  bodyBytes: fileBytes,
  isBulk: true,
})

export const prepareRestore = route({
  name: 'prepareRestore',
  method: 'POST',
  path: '/advert/prepare-restore',
  for: 'trader',
  // JSON repeats the names of fields.
  bodyBytes: largestBodyBytes,
  isBulk: true,
})
