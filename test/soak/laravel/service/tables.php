<?php
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;

return function (): void {
    $owned = function (Blueprint $table): void {
        $table->id();
        $table->foreignId('user_id');
        $table->timestamps();
    };
    Schema::create('people', function (Blueprint $table) {
        $table->id();
        $table->string('api_token');
        $table->timestamps();
    });
    foreach (['languages' => 'iso_2', 'models' => 'code', 'voices' => 'mode'] as $lookup => $more) {
        Schema::create($lookup, function (Blueprint $table) use ($more) {
            $table->id();
            $table->string('name');
            $table->string($more)->nullable();
        });
    }
    Schema::create('phone_numbers', function (Blueprint $table) {
        $table->id();
        foreach (['phone_number', 'country_code', 'type_label'] as $text) $table->string($text);
    });
    Schema::create('tools', function (Blueprint $table) use ($owned) {
        $owned($table);
        foreach (['name', 'description', 'endpoint', 'method'] as $text) $table->string($text);
        $table->integer('timeout')->default(10);
        foreach (['headers', 'schema'] as $list) $table->json($list)->nullable();
    });
    Schema::create('assistants', function (Blueprint $table) use ($owned) {
        $owned($table);
        $table->uuid('uuid');
        $table->integer('instance_id')->default(1);
        foreach (['phone_number_id', 'voice_id', 'language_id', 'llm_model_id', 'multimodal_model_id', 'engine_id', 'synthesizer_id', 'transcriber_id', 'flows_platform_id', 'transcriber_provider_id', 'synthesizer_provider_id', 'knowledgebase_id'] as $id) $table->integer($id)->nullable();
        foreach (['name', 'type', 'mode', 'timezone'] as $text) $table->string($text);
        foreach (['initial_message', 'system_prompt'] as $text) $table->text($text);
        foreach (['variables', 'post_call_schema', 'filler_config', 'widget_settings'] as $json) $table->json($json)->nullable();
        foreach (['language', 'webhook_url', 'inbound_webhook_url', 'end_call_description', 'deleted_at'] as $text) $table->string($text)->nullable();
        foreach (['status' => 'active', 'ambient_sound' => 'off', 'knowledgebase_mode' => 'function_call', 'endpoint_type' => 'vad'] as $text => $default) $table->string($text)->default($default);
        foreach (['post_call_evaluation' => 1, 'is_webhook_active' => 0, 'record' => 0, 'allow_interruptions' => 1, 'enable_noise_cancellation' => 1, 'wait_for_customer' => 0, 'send_webhook_only_on_completed' => 1, 'include_recording_in_webhook' => 1, 'use_min_interrupt_words' => 0, 'fillers' => 0, 'end_call_on_voicemail' => 1] as $flag => $default) $table->boolean($flag)->default($default);
        foreach (['max_duration' => 600, 'max_silence_duration' => 40, 'reengagement_interval' => 30, 'min_interrupt_words' => 0] as $number => $default) $table->integer($number)->default($default);
        foreach (['llm_temperature' => 0.1, 'voice_stability' => 0.7, 'voice_similarity' => 0.5, 'speech_speed' => 1, 'ambient_sound_volume' => 0.5] as $number => $default) $table->decimal($number, 3, 2)->default($default);
        foreach (['endpoint_sensitivity', 'interrupt_sensitivity'] as $number) $table->float($number)->default(0.5);
    });
    if (getenv('SHORT_TEXTS') === '1') {
        DB::unprepared("CREATE TRIGGER short_texts BEFORE INSERT ON assistants WHEN length(CAST(NEW.initial_message AS BLOB)) > 65535 BEGIN SELECT RAISE(ABORT, 'Data too long for column'); END");
    }
    Schema::create('attached', function (Blueprint $table) {
        $table->foreignId('assistant_id')->constrained()->onDelete('cascade');
        $table->foreignId('tool_id')->constrained()->onDelete('cascade');
    });
    Schema::create('campaigns', function (Blueprint $table) use ($owned) {
        $owned($table);
        $table->string('name');
        $table->string('status')->default('draft');
    });
    Schema::create('leads', function (Blueprint $table) use ($owned) {
        $owned($table);
        $table->foreignId('campaign_id');
        $table->string('phone_number');
        $table->json('variables')->nullable();
        $table->string('status')->default('created');
    });
    Schema::create('contacts', function (Blueprint $table) {
        $table->id();
        $table->foreignId('lead_id')->constrained()->onDelete('cascade');
        $table->string('phone_number');
        $table->json('variables')->nullable();
        $table->string('status')->default('created');
        $table->timestamps();
    });

    Person::create(['api_token' => getenv('TOKEN')]);
    foreach ([['English', 'en'], ['Romanian', 'ro'], ['French', 'fr'], ['Spanish', 'es'], ['German', 'de']] as [$name, $code]) DB::table('languages')->insert(['name' => $name, 'iso_2' => $code]);
    foreach (['GPT-4o-mini', 'GPT-4.1-mini', 'GPT-4.1-nano', 'Llama 3.3 70B'] as $name) DB::table('models')->insert(['name' => $name]);
    foreach ([['Sarah', 'pipeline'], ['Michael', 'pipeline'], ['Sophia', 'pipeline'], ['Emma', 'multimodal'], ['David', 'multimodal']] as [$name, $mode]) DB::table('voices')->insert(['name' => $name, 'mode' => $mode]);
    foreach ([['+12025550101', 'US', 'Normal'], ['+12025550102', 'US', 'Normal'], ['+442079460103', 'GB', 'SIP'], ['+40212345678', 'RO', 'Caller ID']] as [$number, $country, $label]) DB::table('phone_numbers')->insert(['phone_number' => $number, 'country_code' => $country, 'type_label' => $label]);
    foreach (['Spring renewals', 'Welcome calls', 'Appointment reminders'] as $name) Campaign::create(['name' => $name, 'user_id' => 1]);
};
