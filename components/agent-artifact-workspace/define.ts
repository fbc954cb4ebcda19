import { defineElement } from '../shared/define-element.js';
import { AgentArtifactWorkspace } from './agent-artifact-workspace.js';

defineElement('agent-artifact-workspace', AgentArtifactWorkspace);
