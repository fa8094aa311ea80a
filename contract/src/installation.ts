import Type, { type Static } from 'typebox'
import { described, nullable } from './common-schemas.ts'

/** The same words in both languages. */
const InBoth = Type.Object({ En: Type.String({ minLength: 1 }), Jp: Type.String({ minLength: 1 }) })

/** A file of the folder `content`, such as `brokers/hinoki.svg`. */
const ContentFile = Type.String({ pattern: '^[A-Za-z0-9_-]+(/[A-Za-z0-9._-]+)*\\.(svg|png|jpg|webp)$' })

const WebAddress = Type.String({ pattern: '^https://[^\\s]+$' })

/** What an owner calls the product and how its users reach them: `content/brand.json`. */
export const Brand = Type.Object({
  productName: Type.String({ minLength: 1, maxLength: 40 }),
  logo: described('Beside the name, in place of the mark; null for the mark.', nullable(ContentFile)),
  contact: Type.Object({
    email: Type.String({ pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
    phone: nullable(Type.String({ minLength: 3, maxLength: 40 })),
  }),
  videoChannel: nullable(WebAddress),
})
export type Brand = Static<typeof Brand>

/** The brokers whose logos the login page shows: `content/brokers.json`. */
export const BrokerLogos = Type.Array(Type.Object({ name: InBoth, logo: ContentFile }), {
  minItems: 1,
  maxItems: 20,
})
export type BrokerLogos = Static<typeof BrokerLogos>

/** The text of the about page: `content/about.json`. */
export const About = Type.Object({
  sample: described('Whether the page says that its text is an example.', Type.Boolean()),
  company: Type.Array(InBoth, { minItems: 1, maxItems: 10 }),
  founders: Type.Array(Type.Object({ name: InBoth, role: InBoth, bio: InBoth, photo: ContentFile }), {
    maxItems: 6,
  }),
})
export type About = Static<typeof About>

/** What every page knows of the installation that it comes from, without asking: it is written into it. */
export const Installation = Type.Object({
  brand: Brand,
  brokers: BrokerLogos,
  aboutUrl: described(
    'An about page elsewhere, by language.',
    Type.Object({
      En: nullable(WebAddress),
      Jp: nullable(WebAddress),
    }),
  ),
  loginRedirect: described('Whether the login page leads to that about page.', Type.Boolean()),
})
export type Installation = Static<typeof Installation>

/** The element of the page that holds it as JSON. */
export const installationElement = 'installation'
