import { advert } from './advert.ts'
import { agreement } from './agreement.ts'
import { alerts } from './alerts.ts'
import { desk } from './desk.ts'
import { deskCodes } from './desk-codes.ts'
import { history } from './history.ts'
import { keys } from './keys.ts'
import { ledger } from './ledger.ts'
import { locate } from './locate.ts'
import { market } from './market.ts'
import { notification } from './notification.ts'
import { panel } from './panel.ts'
import { preferences } from './preferences.ts'
import { profile } from './profile.ts'
import { rows } from './rows.ts'
import { table } from './table.ts'
import { terms } from './terms.ts'
import { upload } from './upload.ts'
import { whyNot } from './why-not.ts'

/** The English texts of the desks and the profile, beside those of every page. */
export const desks = {
  ...deskCodes,
  ...rows,
  ...agreement,
  ...notification,
  ...advert,
  ...panel,
  ...preferences,
  ...profile,
  ...ledger,
  ...locate,
  ...alerts,
  ...keys,
  ...terms,
  ...history,
  ...table,
  ...desk,
  ...market,
  ...upload,
  ...whyNot,
} as const
