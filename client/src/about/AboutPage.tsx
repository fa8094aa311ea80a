import { installation } from '../ui/browser/installation.ts'
import { useText } from '../ui/text/use-text.ts'
import { Company } from './Company.tsx'
import { Diagrams } from './Diagrams.tsx'
import { ProductVideo } from './ProductVideo.tsx'
import './about.css'

/** Who we are, for everybody: the video, what differs, the company and its founders (specification 2). */
export function AboutPage() {
  const text = useText()
  const { contact, videoChannel } = installation.brand
  return (
    <div className="about">
      <main>
        <section className="about-head">
          <div className="about-words">
            <h1>{text('about.title')}</h1>
            <p className="about-lead">{text('about.lead')}</p>
          </div>
          <ProductVideo>
            {videoChannel !== null && (
              <a href={videoChannel} target="_blank" rel="noopener noreferrer">
                {text('about.channel')} <span aria-hidden>↗</span>
              </a>
            )}
          </ProductVideo>
        </section>
        <Diagrams />
        <Company />
      </main>
      <footer className="about-foot">
        <p>
          <a href={`mailto:${contact.email}`}>{text('about.more', { email: contact.email })}</a>
        </p>
        <p>{text('about.copyright')}</p>
      </footer>
    </div>
  )
}
