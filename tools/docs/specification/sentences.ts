import type { Sentence } from './sentence.ts'
import { section1 } from './sentences/section-1.ts'
import { section2 } from './sentences/section-2.ts'
import { section3 } from './sentences/section-3.ts'
import { section4 } from './sentences/section-4.ts'
import { section5 } from './sentences/section-5.ts'
import { section6 } from './sentences/section-6.ts'
import { section7 } from './sentences/section-7.ts'
import { section8 } from './sentences/section-8.ts'
import { section9 } from './sentences/section-9.ts'

/** Every sentence of the specification, in its order. */
export const sentences: readonly Sentence[] = [
  ...section1,
  ...section2,
  ...section3,
  ...section4,
  ...section5,
  ...section6,
  ...section7,
  ...section8,
  ...section9,
]

/** The headings of the specification, by the beginning of the ids below them. */
export const headings: ReadonlyMap<string, string> = new Map([
  ['1', '1. What the product does and for whom'],
  ['2.routes', '2. Screens and routes: routes'],
  ['2.header', '2. Screens and routes: header'],
  ['2.login', '2. Screens and routes: login and two-factor'],
  ['2.about', '2. Screens and routes: about page'],
  ['2.trader', '2. Screens and routes: trader home'],
  ['2.broker', '2. Screens and routes: broker home'],
  ['2.profile', '2. Screens and routes: profile'],
  ['3', '3. Entities and their fields'],
  ['4.statuses', '4. States and transitions: advert statuses'],
  ['4.snapshot', '4. States and transitions: daily snapshot and restore'],
  ['4.bulk', '4. States and transitions: bulk upload'],
  ['4.indicator', '4. States and transitions: market indicator'],
  ['4.locate', '4. States and transitions: locate flow'],
  ['4.notifications', '4. States and transitions: notifications'],
  ['4.broker', '4. States and transitions: broker messages'],
  ['4.login', '4. States and transitions: login'],
  ['4.reset', '4. States and transitions: reset-password page'],
  ['4.other', '4. States and transitions: other'],
  ['5.generic', '5. Validation rules: generic messages'],
  ['5.editor', '5. Validation rules: advert editor'],
  ['5.preferences', '5. Validation rules: preferences form'],
  ['5.passwords', '5. Validation rules: passwords and login'],
  ['5.bulk', '5. Validation rules: bulk CSV'],
  ['5.number', '5. Validation rules: number input'],
  ['6', '6. Roles and permissions'],
  ['7.base', '7. Calls: base'],
  ['7.account', '7. Calls: authentication and account'],
  ['7.reference', '7. Calls: reference data and notifications'],
  ['7.adverts', '7. Calls: adverts'],
  ['7.preferences', '7. Calls: preferences'],
  ['7.locates', '7. Calls: locate and connection agreements'],
  ['7.failures', '7. Calls: failures'],
  ['8.login', '8. Error catalogue: login'],
  ['8.2fa', '8. Error catalogue: 2FA'],
  ['8.session', '8. Error catalogue: session'],
  ['8.market', '8. Error catalogue: market errors and cancel triggers'],
  ['8.advert', '8. Error catalogue: advert errors'],
  ['8.hours', '8. Error catalogue: hours'],
  ['8.shown', '8. Error catalogue: what is shown'],
  ['8.defaults', '8. Error catalogue: defaults'],
  ['8.account', '8. Error catalogue: account'],
  ['9', '9. Business constants and limits'],
])
