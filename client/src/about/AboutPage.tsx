import type { About } from '@aitai/contract/schemas/installation.ts'
import { useEffect, useState } from 'react'
import { contentUrl, installation } from '../ui/browser/installation.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { Diagrams } from './Diagrams.tsx'
import { ProductVideo } from './ProductVideo.tsx'
import './about.css'

/** The public about page: video, diagrams, the company and its founders. */
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

/** The company and its founders, from the file that the owner of the installation writes. */
function Company() {
  const text = useText()
  const language = useLanguage()
  const about = useAbout()
  if (about === 'failed')
    return (
      <section className="about-company">
        <p role="alert">{text('about.unavailable')}</p>
      </section>
    )
  if (about === null) return <section className="about-company" aria-busy />
  return (
    <section className="about-company">
      <div>
        <h2>{text('about.company')}</h2>
        {about.sample && <p className="about-sample">{text('about.sample')}</p>}
        {about.company.map((paragraph) => (
          <p key={paragraph.En}>{paragraph[language]}</p>
        ))}
      </div>
      <div>
        <h2>{text('about.founders')}</h2>
        <ul className="about-founders">
          {about.founders.map(({ name, role, bio, photo }) => (
            <li key={name.En}>
              <img src={contentUrl(photo)} alt="" width={96} height={96} loading="lazy" />
              <div>
                <h3>{name[language]}</h3>
                <p className="about-role">{role[language]}</p>
                <p>{bio[language]}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function useAbout(): About | 'failed' | null {
  const [about, setAbout] = useState<About | 'failed' | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    fetch(contentUrl('about.json'), { signal: leaving.signal })
      .then(async (answer) => (answer.ok ? ((await answer.json()) as About) : ('failed' as const)))
      .catch(() => 'failed' as const)
      .then((read) => !leaving.signal.aborted && setAbout(read))
    return () => leaving.abort()
  }, [])
  return about
}
