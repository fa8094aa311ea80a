import { asked } from './asked.ts'
import type { Bug } from './bug.ts'
import { chosen } from './chosen.ts'
import { ended } from './ended.ts'
import { failed } from './failed.ts'
import { filed } from './filed.ts'
import { lived } from './lived.ts'
import { met } from './met.ts'
import { moved } from './moved.ts'
import { priced } from './priced.ts'
import { scored } from './scored.ts'
import { told } from './told.ts'

/** Every planted bug, at least one to each rule that the engine decides. */
export const bugs: readonly Bug[] = [
  ...met,
  ...chosen,
  ...lived,
  ...ended,
  ...asked,
  ...scored,
  ...moved,
  ...failed,
  ...priced,
  ...told,
  ...filed,
]
