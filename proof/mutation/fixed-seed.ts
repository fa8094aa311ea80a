import fc from 'fast-check'

/** Property tests draw the same cases for every mutant, so that a run with the same seed gives the same score. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SEED ?? 1) })
