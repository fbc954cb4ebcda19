import type { JsonObject } from '../../../base/json.js';
import { ActivityMapper } from './activity-mapper.js';
import { CustomMapper } from './custom-mapper.js';
import { tellRider } from './foreign.js';
import type { Mapping } from './mapping.js';
import { PredictedState } from './predicted-state.js';
import type { RunMapper } from './run-mapper.js';

/** What AG-UI leaves open: activities, CUSTOM, RAW, and what rides in the metadata of other events. */
export class OpenMapper {
  readonly activities: ActivityMapper;
  readonly predicted: PredictedState;
  readonly custom: CustomMapper;

  constructor(
    private readonly mapping: Mapping,
    run: RunMapper,
  ) {
    this.activities = new ActivityMapper(mapping);
    this.predicted = new PredictedState(mapping);
    this.custom = new CustomMapper(mapping, run, this.predicted);
  }

  rider(event: JsonObject, owner: string | undefined): void {
    tellRider(this.mapping, event, owner);
  }

  /** The run is over. */
  settle(): void {
    this.activities.closeAll();
    this.predicted.rollBack();
  }
}
