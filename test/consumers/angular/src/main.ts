import { bootstrapApplication } from '@angular/platform-browser';
import { start } from '../../shared/party.js';
import { App } from './app';

void start(() => void bootstrapApplication(App));
