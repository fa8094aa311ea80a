import { DeskPage } from '../desk-head/DeskPage.tsx'
import { Locates } from '../locates/Locates.tsx'

/** The IOIs of the desk. A contra of an own IOI can be located while it is open, so the popup is here too. */
export function DeskHome() {
  return (
    <>
      <DeskPage />
      <Locates />
    </>
  )
}
