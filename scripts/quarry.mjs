#!/usr/bin/env node
/** The package's command `quarry`: the same as `npm start --`. */
import './start.mjs'
