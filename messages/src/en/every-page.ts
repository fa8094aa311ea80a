import { auth } from './auth.ts'
import { codes } from './codes.ts'
import { common } from './common.ts'
import { header } from './header.ts'

/** The English texts of the pages before there is a desk, and of what may come over any page. */
export const everyPage = {
  ...codes,
  ...common,
  ...auth,
  ...header,
} as const
