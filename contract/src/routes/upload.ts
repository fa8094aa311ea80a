import { route } from './route.ts'

/**
 * Largest CSV file. A list of adverts to restore may be four times as large, because JSON repeats the field
 * names.
 */
const fileBytes = 1_024 * 1_024

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
  bodyBytes: 4 * fileBytes,
  isBulk: true,
})
