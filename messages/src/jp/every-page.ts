import { signIn } from './accounts/sign-in.ts'
import { header } from './app/header.ts'
import { sharedLabels } from './app/shared-labels.ts'
import { generalErrors } from './errors/general-errors.ts'

/** The Japanese texts of the signed-out pages and of popups that can appear on any page. */
export const everyPage = {
  ...generalErrors,
  ...sharedLabels,
  ...signIn,
  ...header,
} as const
