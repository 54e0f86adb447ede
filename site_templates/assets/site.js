// @ts-check
// What every page does when scripts run.

import "./offline.js";
import "./preview.js";
import "./search-titles.js";
import { explainTerms } from "./terms.js";

explainTerms(document);
