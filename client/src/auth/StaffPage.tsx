import { useText } from '../ui/text/use-text.ts'
import './entry.css'

/** Staff run the platform from the command line and see neither home. */
export function StaffPage() {
  const text = useText()
  return (
    <section className="entry-staff">
      <h1>{text('auth.staffTitle')}</h1>
      <p>{text('auth.staffLead')}</p>
    </section>
  )
}
