import { signIn } from './accounts/sign-in.ts'
import { header } from './app/header.ts'
import { sharedLabels } from './app/shared-labels.ts'
import { generalErrors } from './errors/general-errors.ts'

/** The Japanese texts of the pages before there is a desk, and of what may come over any page. */
export const everyPage = {
  ...generalErrors,
  ...sharedLabels,
  ...signIn,
  ...header,
} as const
