import { api, engine, type Sentence, screen } from '../sentence.ts'

/** Section 1 of the specification: what the product does. */
export const section1: readonly Sentence[] = [
  engine('1.1', 'Traders submit IOIs, held until their conditions are met'),
  api('1.2', 'A contra is found: both sides are told at once'),
  engine('1.3', 'Only if both accept are they directed to a broker'),
  screen('1.4', 'Brokers see a summary of agreements and confirm passwords'),
  screen('1.5', 'No investment advice, no customer assets, no solicitation'),
  screen('1.6', 'Languages En and Jp'),
  screen('1.7', 'Japanese first where the browser is Japanese, else English'),
  screen('1.8', 'The page title is the product name'),
  screen('1.9', 'A desktop-only notice, and a mobile header'),
  screen('1.10', 'A public about page: video, pictures, company, two founders, contact line'),
  screen('1.11', 'A prompt when the server version is above 0.2.0'),
]
